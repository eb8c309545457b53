CREATE TABLE "identity"."admin_api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"application_ids" uuid[],
	"key_hash" text NOT NULL,
	"hint" text NOT NULL,
	"expires_at" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "admin_api_keys_one_per_hash" ON "identity"."admin_api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "admin_api_keys_one_per_name" ON "identity"."admin_api_keys" USING btree ("name");