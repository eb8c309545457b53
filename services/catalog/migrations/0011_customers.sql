CREATE TABLE "catalog"."customers" (
	"customer_id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"user_id" uuid,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "catalog"."waiting_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"customer_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"plan_id" uuid,
	"plan_code" text,
	"entitlement_codes" text[] NOT NULL,
	"granted_at" timestamp with time zone NOT NULL,
	"duration_ms" bigint,
	"starts_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"is_prolonged" boolean NOT NULL,
	"reason" text NOT NULL,
	"admin_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalog"."grants" ADD COLUMN "is_prolonged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog"."waiting_grants" ADD CONSTRAINT "waiting_grants_customer_id_customers_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "catalog"."customers"("customer_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_grants_customer_id_index" ON "catalog"."waiting_grants" USING btree ("customer_id");