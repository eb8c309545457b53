CREATE TABLE "cms"."lead_refusals" (
	"site_id" uuid NOT NULL,
	"day" date NOT NULL,
	"form_code" text NOT NULL,
	"page_path" text NOT NULL,
	"refused" integer NOT NULL,
	CONSTRAINT "lead_refusals_site_id_day_form_code_page_path_pk" PRIMARY KEY("site_id","day","form_code","page_path")
);
--> statement-breakpoint
CREATE TABLE "cms"."lead_settings" (
	"site_id" uuid PRIMARY KEY NOT NULL,
	"captcha" text NOT NULL,
	"captcha_key" text,
	"sealed_captcha_secret" text,
	"min_fill_ms" integer NOT NULL,
	"notify_emails" text[] NOT NULL,
	"reply_to" text,
	"retention_days" integer NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cms"."lead_submissions" (
	"site_id" uuid NOT NULL,
	"submission_hash" text NOT NULL,
	"lead_id" uuid NOT NULL,
	CONSTRAINT "lead_submissions_site_id_submission_hash_pk" PRIMARY KEY("site_id","submission_hash")
);
--> statement-breakpoint
CREATE TABLE "cms"."leads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"form" text NOT NULL,
	"form_code" text,
	"state" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"email_hash" text,
	"phone_hash" text,
	"content_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"page_path" text,
	"utm_campaign" text,
	"consents" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cms"."site_pseudonym_keys" (
	"site_id" uuid PRIMARY KEY NOT NULL,
	"sealed_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cms"."subscribers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	"status" text NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"consent_reference" text NOT NULL,
	"confirm_hash" text NOT NULL,
	"unsubscribe_hash" text NOT NULL,
	"confirm_until" timestamp with time zone NOT NULL,
	"mailed_at" timestamp with time zone NOT NULL,
	"is_withdrawal_due" boolean DEFAULT false NOT NULL,
	"sealed_withdrawal" text,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "cms"."lead_refusals" ADD CONSTRAINT "lead_refusals_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."lead_settings" ADD CONSTRAINT "lead_settings_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."lead_submissions" ADD CONSTRAINT "lead_submissions_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "cms"."leads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."leads" ADD CONSTRAINT "leads_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."site_pseudonym_keys" ADD CONSTRAINT "site_pseudonym_keys_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."subscribers" ADD CONSTRAINT "subscribers_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_submissions_of_lead" ON "cms"."lead_submissions" USING btree ("lead_id");--> statement-breakpoint
CREATE INDEX "leads_of_site" ON "cms"."leads" USING btree ("site_id","id");--> statement-breakpoint
CREATE INDEX "leads_of_site_by_time" ON "cms"."leads" USING btree ("site_id","created_at");--> statement-breakpoint
CREATE INDEX "leads_of_subject" ON "cms"."leads" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "leads_by_phone" ON "cms"."leads" USING btree ("site_id","phone_hash") WHERE phone_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX "leads_by_content" ON "cms"."leads" USING btree ("site_id","content_hash","created_at");--> statement-breakpoint
CREATE INDEX "leads_recording" ON "cms"."leads" USING btree ("updated_at") WHERE state = 'recording';--> statement-breakpoint
CREATE INDEX "leads_spam" ON "cms"."leads" USING btree ("site_id","id") WHERE state = 'spam';--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_one_per_person" ON "cms"."subscribers" USING btree ("site_id","subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_by_confirmation" ON "cms"."subscribers" USING btree ("confirm_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "subscribers_by_unsubscription" ON "cms"."subscribers" USING btree ("unsubscribe_hash");--> statement-breakpoint
CREATE INDEX "subscribers_of_site" ON "cms"."subscribers" USING btree ("site_id","id");--> statement-breakpoint
CREATE INDEX "subscribers_pending" ON "cms"."subscribers" USING btree ("confirm_until") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "subscribers_to_withdraw" ON "cms"."subscribers" USING btree ("id") WHERE is_withdrawal_due;