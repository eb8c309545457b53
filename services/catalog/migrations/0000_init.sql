CREATE SCHEMA IF NOT EXISTS "catalog";
--> statement-breakpoint
CREATE TABLE "catalog"."applications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"status" text NOT NULL,
	"payments_enabled" boolean NOT NULL,
	"icon_url" text,
	"website_url" text,
	"offline_grace_days" integer NOT NULL,
	"return_url_schemes" text[] NOT NULL,
	"receipt_settings" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "applications_code" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "catalog"."dead_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"consumer" text NOT NULL,
	"envelope" jsonb NOT NULL,
	"error" text NOT NULL,
	"attempts" integer NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog"."entitlements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "entitlements_code" UNIQUE("application_id","code")
);
--> statement-breakpoint
CREATE TABLE "catalog"."grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"source_id" text NOT NULL,
	"plan_id" uuid,
	"plan_code" text,
	"entitlement_codes" text[] NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"reason" text,
	"admin_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "grants_source" UNIQUE("source","source_id")
);
--> statement-breakpoint
CREATE TABLE "catalog"."idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" text,
	"created_at" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "catalog"."identity_providers" (
	"application_id" uuid PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"audience" text NOT NULL,
	"jwks_url" text,
	"sealed_hs256_secret" text,
	"authorized_party" text,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog"."inbox" (
	"consumer" text NOT NULL,
	"event_id" uuid NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_consumer_event_id_pk" PRIMARY KEY("consumer","event_id")
);
--> statement-breakpoint
CREATE TABLE "catalog"."open_payments" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog"."outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"envelope" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog"."paywall_items" (
	"paywall_id" uuid NOT NULL,
	"plan_price_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"is_recommended" boolean NOT NULL,
	"badge" text,
	"custom_title" text,
	"custom_subtitle" text,
	CONSTRAINT "paywall_items_paywall_id_plan_price_id_pk" PRIMARY KEY("paywall_id","plan_price_id")
);
--> statement-breakpoint
CREATE TABLE "catalog"."paywalls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"title" text,
	"subtitle" text,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "paywalls_code" UNIQUE("application_id","code")
);
--> statement-breakpoint
CREATE TABLE "catalog"."plan_entitlements" (
	"plan_id" uuid NOT NULL,
	"entitlement_id" uuid NOT NULL,
	CONSTRAINT "plan_entitlements_plan_id_entitlement_id_pk" PRIMARY KEY("plan_id","entitlement_id")
);
--> statement-breakpoint
CREATE TABLE "catalog"."plan_prices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"currency" text NOT NULL,
	"discount_percent" integer NOT NULL,
	"payment_provider" text NOT NULL,
	"is_active" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plan_prices_free" CHECK (("catalog"."plan_prices"."amount" = 0) = ("catalog"."plan_prices"."payment_provider" = 'free')),
	CONSTRAINT "plan_prices_discount" CHECK ("catalog"."plan_prices"."discount_percent" BETWEEN 0 AND 99)
);
--> statement-breakpoint
CREATE TABLE "catalog"."plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"billing_type" text NOT NULL,
	"duration_days" integer,
	"is_lifetime" boolean NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plans_code" UNIQUE("application_id","code")
);
--> statement-breakpoint
CREATE TABLE "catalog"."public_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"valid_until" timestamp with time zone,
	CONSTRAINT "public_keys_key" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "catalog"."entitlements" ADD CONSTRAINT "entitlements_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "catalog"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog"."identity_providers" ADD CONSTRAINT "identity_providers_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "catalog"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog"."paywall_items" ADD CONSTRAINT "paywall_items_paywall_id_paywalls_id_fk" FOREIGN KEY ("paywall_id") REFERENCES "catalog"."paywalls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog"."paywall_items" ADD CONSTRAINT "paywall_items_plan_price_id_plan_prices_id_fk" FOREIGN KEY ("plan_price_id") REFERENCES "catalog"."plan_prices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog"."paywalls" ADD CONSTRAINT "paywalls_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "catalog"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog"."plan_entitlements" ADD CONSTRAINT "plan_entitlements_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "catalog"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog"."plan_entitlements" ADD CONSTRAINT "plan_entitlements_entitlement_id_entitlements_id_fk" FOREIGN KEY ("entitlement_id") REFERENCES "catalog"."entitlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog"."plan_prices" ADD CONSTRAINT "plan_prices_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "catalog"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog"."plan_prices" ADD CONSTRAINT "plan_prices_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "catalog"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog"."plans" ADD CONSTRAINT "plans_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "catalog"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog"."public_keys" ADD CONSTRAINT "public_keys_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "catalog"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "grants_application_id_user_id_index" ON "catalog"."grants" USING btree ("application_id","user_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "catalog"."idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "inbox_received_at_index" ON "catalog"."inbox" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "open_payments_application_id_user_id_index" ON "catalog"."open_payments" USING btree ("application_id","user_id");--> statement-breakpoint
CREATE INDEX "plan_prices_plan_id_index" ON "catalog"."plan_prices" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "public_keys_application_id_index" ON "catalog"."public_keys" USING btree ("application_id");