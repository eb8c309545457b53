CREATE TABLE "cms"."merged_users" (
	"merged_user_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE INDEX "merged_users_of_user" ON "cms"."merged_users" USING btree ("user_id");