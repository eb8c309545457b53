CREATE TABLE "analytics"."platform_utm_values" (
	"field" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "platform_utm_values_field_value_pk" PRIMARY KEY("field","value")
);
--> statement-breakpoint
ALTER TABLE "analytics"."users" ADD COLUMN "utm_source" text;--> statement-breakpoint
CREATE INDEX "refunds_of_user" ON "analytics"."refunds" USING btree ("application_id","user_id");--> statement-breakpoint
CREATE INDEX "site_events_campaign" ON "analytics"."site_events" USING btree ("utm_campaign","occurred_at") WHERE utm_campaign IS NOT NULL;--> statement-breakpoint
CREATE INDEX "users_campaign" ON "analytics"."users" USING btree ("utm_campaign","registered_at") WHERE utm_campaign IS NOT NULL;