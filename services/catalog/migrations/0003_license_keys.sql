CREATE TABLE "catalog"."license_activations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"license_key_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "license_activations_one_per_user" UNIQUE("license_key_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "catalog"."license_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"name" text NOT NULL,
	"max_redemptions" integer NOT NULL,
	"max_devices" integer,
	"valid_until" timestamp with time zone,
	"admin_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalog"."license_devices" (
	"license_key_id" uuid NOT NULL,
	"installation_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "license_devices_license_key_id_installation_id_pk" PRIMARY KEY("license_key_id","installation_id")
);
--> statement-breakpoint
CREATE TABLE "catalog"."license_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"batch_id" uuid NOT NULL,
	"application_id" uuid NOT NULL,
	"key_hash" text NOT NULL,
	"hint" text NOT NULL,
	"redemptions" integer DEFAULT 0 NOT NULL,
	"first_activated_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "license_keys_hash" UNIQUE("key_hash")
);
--> statement-breakpoint
ALTER TABLE "catalog"."license_activations" ADD CONSTRAINT "license_activations_license_key_id_license_keys_id_fk" FOREIGN KEY ("license_key_id") REFERENCES "catalog"."license_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog"."license_batches" ADD CONSTRAINT "license_batches_application_id_applications_id_fk" FOREIGN KEY ("application_id") REFERENCES "catalog"."applications"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog"."license_batches" ADD CONSTRAINT "license_batches_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "catalog"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog"."license_devices" ADD CONSTRAINT "license_devices_license_key_id_license_keys_id_fk" FOREIGN KEY ("license_key_id") REFERENCES "catalog"."license_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "catalog"."license_keys" ADD CONSTRAINT "license_keys_batch_id_license_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "catalog"."license_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "license_keys_application_id_id_index" ON "catalog"."license_keys" USING btree ("application_id","id");--> statement-breakpoint
CREATE INDEX "license_keys_batch_id_index" ON "catalog"."license_keys" USING btree ("batch_id");