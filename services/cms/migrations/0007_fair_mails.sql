CREATE TABLE "cms"."lead_notices" (
	"site_id" uuid PRIMARY KEY NOT NULL,
	"leads" integer NOT NULL,
	"lead_id" uuid NOT NULL,
	"due_at" timestamp with time zone,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "cms"."mails_due";--> statement-breakpoint
ALTER TABLE "cms"."lead_notices" ADD CONSTRAINT "lead_notices_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_notices_due" ON "cms"."lead_notices" USING btree ("due_at") WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_due_by_site" ON "cms"."mails" USING btree (coalesce("site_id", 'ffffffff-ffff-ffff-ffff-ffffffffffff'),"next_attempt_at","id") WHERE status = 'queued';