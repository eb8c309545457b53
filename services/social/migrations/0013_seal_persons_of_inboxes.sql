CREATE TABLE "social"."erased_persons" (
	"subject_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social"."person_pseudonym_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social"."subject_keys" (
	"subject_id" uuid PRIMARY KEY NOT NULL,
	"sealed_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "social"."inbox_items" ADD COLUMN "subject_id" uuid;--> statement-breakpoint
ALTER TABLE "social"."inbox_items" ADD COLUMN "sealed_content" text;--> statement-breakpoint
CREATE INDEX "erased_persons_by_time" ON "social"."erased_persons" USING btree ("erased_at");--> statement-breakpoint
CREATE INDEX "inbox_items_of_person" ON "social"."inbox_items" USING btree ("subject_id","id");