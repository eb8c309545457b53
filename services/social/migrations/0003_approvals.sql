CREATE TABLE "social"."approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"variant_id" uuid NOT NULL,
	"content_hash" text NOT NULL,
	"scheduled_at" timestamp with time zone,
	"state" text NOT NULL,
	"required" integer NOT NULL,
	"decisions" jsonb NOT NULL,
	"changed" jsonb NOT NULL,
	"submitted_by" text NOT NULL,
	"submitted_by_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "social"."approvals" ADD CONSTRAINT "approvals_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "social"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."approvals" ADD CONSTRAINT "approvals_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "social"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_of_brand" ON "social"."approvals" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "approvals_of_variant" ON "social"."approvals" USING btree ("variant_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_pending" ON "social"."approvals" USING btree ("variant_id") WHERE "social"."approvals"."state" = 'pending';