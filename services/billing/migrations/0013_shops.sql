CREATE TABLE "billing"."shops" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"shop_id" text NOT NULL,
	"sealed_secret_key" text NOT NULL,
	"key_hint" text NOT NULL,
	"is_test" boolean NOT NULL,
	"webhook_token_hash" text NOT NULL,
	"is_current" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shops_webhook_token_hash" UNIQUE("webhook_token_hash"),
	CONSTRAINT "shops_of_application" UNIQUE("application_id","shop_id")
);
--> statement-breakpoint
ALTER TABLE "billing"."payments" ADD COLUMN "application_shop_id" uuid;--> statement-breakpoint
ALTER TABLE "billing"."payments" ADD COLUMN "provider_shop_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "shops_current" ON "billing"."shops" USING btree ("application_id") WHERE is_current;--> statement-breakpoint
ALTER TABLE "billing"."payments" ADD CONSTRAINT "payments_application_shop_id_shops_id_fk" FOREIGN KEY ("application_shop_id") REFERENCES "billing"."shops"("id") ON DELETE no action ON UPDATE no action NOT VALID;