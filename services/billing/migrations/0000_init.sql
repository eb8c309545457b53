CREATE SCHEMA IF NOT EXISTS "billing";
--> statement-breakpoint
CREATE TABLE "billing"."dead_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"consumer" text NOT NULL,
	"envelope" jsonb NOT NULL,
	"error" text NOT NULL,
	"attempts" integer NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing"."idempotency_keys" (
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
CREATE TABLE "billing"."inbox" (
	"consumer" text NOT NULL,
	"event_id" uuid NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_consumer_event_id_pk" PRIMARY KEY("consumer","event_id")
);
--> statement-breakpoint
CREATE TABLE "billing"."outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"envelope" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing"."payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"application_code" text NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_price_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"plan_code" text NOT NULL,
	"duration_days" integer,
	"is_lifetime" boolean NOT NULL,
	"entitlement_codes" text[] NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"status_reason" text,
	"provider" text NOT NULL,
	"provider_payment_id" text,
	"provider_request" jsonb NOT NULL,
	"confirmation_url" text,
	"refunded_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"acquisition_source" text,
	"superseded_at" timestamp with time zone,
	"mismatch" text,
	"created_at" timestamp with time zone NOT NULL,
	"succeeded_at" timestamp with time zone,
	"next_check_at" timestamp with time zone NOT NULL,
	"checks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "payments_provider_payment_id" UNIQUE("provider_payment_id")
);
--> statement-breakpoint
CREATE TABLE "billing"."refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" numeric(12, 2) NOT NULL,
	"status" text NOT NULL,
	"provider_refund_id" text,
	"provider_request" jsonb,
	"reason" text,
	"admin_id" uuid,
	"idempotency_key" text,
	"abandoned_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refunds_provider_refund_id" UNIQUE("provider_refund_id")
);
--> statement-breakpoint
CREATE TABLE "billing"."subscription_periods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscription_periods_payment" UNIQUE("payment_id")
);
--> statement-breakpoint
ALTER TABLE "billing"."refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "billing"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing"."subscription_periods" ADD CONSTRAINT "subscription_periods_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "billing"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "billing"."idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "inbox_received_at_index" ON "billing"."inbox" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_open" ON "billing"."payments" USING btree ("user_id","plan_price_id") WHERE status = 'pending' AND superseded_at IS NULL;--> statement-breakpoint
CREATE INDEX "payments_due" ON "billing"."payments" USING btree ("next_check_at") WHERE status = 'pending' OR status_reason = 'already_granted';--> statement-breakpoint
CREATE INDEX "payments_of_user" ON "billing"."payments" USING btree ("application_id","user_id");--> statement-breakpoint
CREATE INDEX "payments_of_application" ON "billing"."payments" USING btree ("application_id","id");--> statement-breakpoint
CREATE INDEX "refunds_payment_id_index" ON "billing"."refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_idempotency_key" ON "billing"."refunds" USING btree ("payment_id","idempotency_key") WHERE idempotency_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX "refunds_pending" ON "billing"."refunds" USING btree ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "subscription_periods_user_id_plan_id_index" ON "billing"."subscription_periods" USING btree ("user_id","plan_id");