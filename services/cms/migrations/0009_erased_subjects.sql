CREATE TABLE "cms"."erased_subjects" (
	"subject_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "erased_subjects_by_time" ON "cms"."erased_subjects" USING btree ("erased_at");