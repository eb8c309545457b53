CREATE TABLE "identity"."customers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"issuer" text,
	"subject" text,
	"email" text,
	"user_id" uuid,
	"recognized_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customers_issuer" CHECK (("identity"."customers"."issuer" IS NULL) = ("identity"."customers"."subject" IS NULL)),
	CONSTRAINT "customers_recognized" CHECK (("identity"."customers"."user_id" IS NULL) = ("identity"."customers"."recognized_at" IS NULL))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "customers_one_per_subject" ON "identity"."customers" USING btree ("application_id","issuer","subject") WHERE subject IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "customers_one_per_email" ON "identity"."customers" USING btree ("application_id","email") WHERE email IS NOT NULL;--> statement-breakpoint
CREATE INDEX "customers_by_subject" ON "identity"."customers" USING btree ("application_id","subject");--> statement-breakpoint
CREATE INDEX "customers_of_user" ON "identity"."customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "customers_newest" ON "identity"."customers" USING btree ("application_id","id");--> statement-breakpoint
CREATE INDEX "customers_waiting" ON "identity"."customers" USING btree ("application_id","id") WHERE user_id IS NULL;