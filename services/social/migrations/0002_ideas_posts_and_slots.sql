CREATE TABLE "social"."ideas" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"title" text NOT NULL,
	"brief" text NOT NULL,
	"rubric" text,
	"sources" jsonb NOT NULL,
	"state" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social"."slots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"local_time" text NOT NULL,
	"rubric" text,
	"state" text NOT NULL,
	"variant_id" uuid,
	"origin" text NOT NULL,
	"pinned" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social"."variant_revisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"variant_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content_hash" text NOT NULL,
	"body" text NOT NULL,
	"buttons" jsonb NOT NULL,
	"cover_name" text,
	"author" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social"."variants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"idea_id" uuid NOT NULL,
	"body" text NOT NULL,
	"buttons" jsonb NOT NULL,
	"cover" jsonb,
	"is_ad" boolean NOT NULL,
	"erid" text,
	"advertiser" jsonb,
	"ref" text NOT NULL,
	"state" text NOT NULL,
	"checks" jsonb NOT NULL,
	"content_hash" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "social"."ideas" ADD CONSTRAINT "ideas_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "social"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."slots" ADD CONSTRAINT "slots_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "social"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."slots" ADD CONSTRAINT "slots_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "social"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."slots" ADD CONSTRAINT "slots_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "social"."variants"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."variant_revisions" ADD CONSTRAINT "variant_revisions_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "social"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD CONSTRAINT "variants_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "social"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD CONSTRAINT "variants_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "social"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD CONSTRAINT "variants_idea_id_ideas_id_fk" FOREIGN KEY ("idea_id") REFERENCES "social"."ideas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ideas_of_brand" ON "social"."ideas" USING btree ("brand_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "slots_account_at" ON "social"."slots" USING btree ("account_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "slots_variant" ON "social"."slots" USING btree ("variant_id") WHERE "social"."slots"."variant_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "slots_of_brand" ON "social"."slots" USING btree ("brand_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "variant_revisions_version" ON "social"."variant_revisions" USING btree ("variant_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "variants_ref" ON "social"."variants" USING btree ("ref");--> statement-breakpoint
CREATE INDEX "variants_of_brand" ON "social"."variants" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "variants_of_idea" ON "social"."variants" USING btree ("idea_id");--> statement-breakpoint
CREATE INDEX "variants_of_account" ON "social"."variants" USING btree ("account_id","id");