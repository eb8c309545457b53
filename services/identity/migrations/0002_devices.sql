CREATE TABLE "identity"."devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"installation_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"app_version" text NOT NULL,
	"timezone" text,
	"country_code" text,
	"city" text,
	"last_seen_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "devices_one_per_installation" ON "identity"."devices" USING btree ("user_id","installation_id");--> statement-breakpoint
CREATE INDEX "devices_newest" ON "identity"."devices" USING btree ("user_id","id");