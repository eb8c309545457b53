CREATE TABLE "social"."insights" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"week" date NOT NULL,
	"version" integer NOT NULL,
	"facts" jsonb NOT NULL,
	"text" text NOT NULL,
	"text_source" text NOT NULL,
	"ai_reason" text,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social"."metric_queue" (
	"variant_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"remote_id" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"claims" integer DEFAULT 0 NOT NULL,
	"reactions" integer
);
--> statement-breakpoint
CREATE TABLE "social"."metric_snapshots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"variant_id" uuid,
	"origin" text NOT NULL,
	"age_h" integer,
	"day" date,
	"taken_at" timestamp with time zone NOT NULL,
	"views" bigint,
	"reach" bigint,
	"likes" bigint,
	"reactions" bigint,
	"comments" bigint,
	"replies" bigint,
	"reposts" bigint,
	"quotes" bigint,
	"shares" bigint,
	"saved" bigint,
	"members" bigint,
	"missing" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "social"."accounts" ADD COLUMN "metrics_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."accounts" ADD COLUMN "metrics_pulled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."insights" ADD CONSTRAINT "insights_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "social"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."metric_queue" ADD CONSTRAINT "metric_queue_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "social"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."metric_queue" ADD CONSTRAINT "metric_queue_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "social"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."metric_snapshots" ADD CONSTRAINT "metric_snapshots_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "social"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."metric_snapshots" ADD CONSTRAINT "metric_snapshots_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "social"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "insights_version" ON "social"."insights" USING btree ("brand_id","week","version");--> statement-breakpoint
CREATE INDEX "insights_of_brand" ON "social"."insights" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "metric_queue_due" ON "social"."metric_queue" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "metric_queue_remote" ON "social"."metric_queue" USING btree ("account_id","remote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "metric_snapshots_age" ON "social"."metric_snapshots" USING btree ("variant_id","age_h") WHERE "social"."metric_snapshots"."age_h" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "metric_snapshots_day" ON "social"."metric_snapshots" USING btree ("account_id","day") WHERE "social"."metric_snapshots"."day" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "metric_snapshots_of_account" ON "social"."metric_snapshots" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "metric_snapshots_of_audience" ON "social"."metric_snapshots" USING btree ("account_id","id") WHERE "social"."metric_snapshots"."variant_id" IS NULL;--> statement-breakpoint
CREATE INDEX "metric_snapshots_of_variant" ON "social"."metric_snapshots" USING btree ("variant_id","id") WHERE "social"."metric_snapshots"."variant_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "metric_snapshots_old" ON "social"."metric_snapshots" USING btree ("origin","taken_at");--> statement-breakpoint
CREATE INDEX "accounts_metrics" ON "social"."accounts" USING btree ("metrics_at") WHERE "social"."accounts"."metrics_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "variants_state" ON "social"."variants" USING btree ("brand_id","state");