CREATE TABLE "cms"."mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid,
	"kind" text NOT NULL,
	"subject_id" uuid,
	"sealed" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"lease_id" uuid,
	"leased_until" timestamp with time zone,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "cms"."subject_keys" (
	"subject_id" uuid PRIMARY KEY NOT NULL,
	"sealed_key" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cms"."mails" ADD CONSTRAINT "mails_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_due" ON "cms"."mails" USING btree ("next_attempt_at") WHERE status = 'queued';--> statement-breakpoint
CREATE INDEX "mails_of_site" ON "cms"."mails" USING btree ("site_id","id");--> statement-breakpoint
CREATE INDEX "mails_of_subject" ON "cms"."mails" USING btree ("subject_id") WHERE subject_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_created" ON "cms"."mails" USING btree ("created_at");