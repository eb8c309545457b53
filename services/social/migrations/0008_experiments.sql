CREATE TABLE "social"."experiment_posts" (
	"experiment_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"arm" integer NOT NULL,
	"place" integer NOT NULL,
	CONSTRAINT "experiment_posts_experiment_id_variant_id_pk" PRIMARY KEY("experiment_id","variant_id")
);
--> statement-breakpoint
CREATE TABLE "social"."experiments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"hypothesis" text NOT NULL,
	"metric" text NOT NULL,
	"post_metric" text,
	"age_h" integer,
	"min_n" integer NOT NULL,
	"seed" bigint NOT NULL,
	"state" text NOT NULL,
	"arm_names" jsonb NOT NULL,
	"results" jsonb,
	"started_at" timestamp with time zone,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "social"."experiment_posts" ADD CONSTRAINT "experiment_posts_experiment_id_experiments_id_fk" FOREIGN KEY ("experiment_id") REFERENCES "social"."experiments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."experiment_posts" ADD CONSTRAINT "experiment_posts_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "social"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."experiments" ADD CONSTRAINT "experiments_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "social"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."experiments" ADD CONSTRAINT "experiments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "social"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "experiment_posts_of_variant" ON "social"."experiment_posts" USING btree ("variant_id");--> statement-breakpoint
CREATE INDEX "experiments_of_brand" ON "social"."experiments" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "experiments_running" ON "social"."experiments" USING btree ("ends_at") WHERE "social"."experiments"."state" = 'running';--> statement-breakpoint
CREATE INDEX "experiments_ended" ON "social"."experiments" USING btree ("ended_at") WHERE "social"."experiments"."ended_at" IS NOT NULL;