CREATE TABLE "social"."accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"sealed_credentials" text,
	"credential_version" integer DEFAULT 0 NOT NULL,
	"credential_hints" jsonb,
	"credential_hash" text,
	"remote_id" text,
	"remote" jsonb,
	"abilities" jsonb,
	"members" integer,
	"rkn_registration" jsonb,
	"last_error" jsonb,
	"verified_at" timestamp with time zone,
	"check_at" timestamp with time zone,
	"access_issued_at" timestamp with time zone,
	"access_expires_at" timestamp with time zone,
	"refresh_at" timestamp with time zone,
	"work_until" timestamp with time zone,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social"."oauth_states" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"admin_id" uuid NOT NULL,
	"admin_email" text NOT NULL,
	"origin" jsonb,
	"redirect_uri" text NOT NULL,
	"sealed_verifier" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social"."brands" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"timezone" text NOT NULL,
	"languages" jsonb NOT NULL,
	"application_id" uuid,
	"site_id" uuid,
	"link_hosts" jsonb NOT NULL,
	"tone" jsonb NOT NULL,
	"autonomy" text NOT NULL,
	"approval" jsonb NOT NULL,
	"jurisdiction" text NOT NULL,
	"late_limit_min" integer NOT NULL,
	"min_gap_min" integer NOT NULL,
	"refill_days" integer NOT NULL,
	"blackouts" jsonb NOT NULL,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "social"."accounts" ADD CONSTRAINT "accounts_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "social"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."oauth_states" ADD CONSTRAINT "oauth_states_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "social"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_of_brand" ON "social"."accounts" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "accounts_check" ON "social"."accounts" USING btree ("check_at") WHERE "social"."accounts"."check_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "accounts_refresh" ON "social"."accounts" USING btree ("refresh_at") WHERE "social"."accounts"."refresh_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "oauth_states_of_account" ON "social"."oauth_states" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "oauth_states_expired" ON "social"."oauth_states" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "brands_code" ON "social"."brands" USING btree ("code");