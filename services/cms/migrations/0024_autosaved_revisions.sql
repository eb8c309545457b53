ALTER TABLE "cms"."revisions" ADD COLUMN "autosaved_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cms"."revisions" ADD COLUMN "superseded_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "revisions_superseded" ON "cms"."revisions" USING btree ("superseded_at") WHERE superseded_at IS NOT NULL;