CREATE TABLE "billing"."merged_users" (
	"merged_user_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE INDEX "merged_users_of_user" ON "billing"."merged_users" USING btree ("user_id");--> statement-breakpoint
-- A payment that was being written while its user was merged follows with its next change.
CREATE FUNCTION "billing".follow_merge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.user_id := coalesce((SELECT user_id FROM billing.merged_users WHERE merged_user_id = NEW.user_id), NEW.user_id);
  RETURN NEW;
END $$;--> statement-breakpoint
-- safe for the release before: it changes the user of payments of merged users alone
CREATE TRIGGER follow_merge BEFORE INSERT OR UPDATE ON "billing"."payments" FOR EACH ROW EXECUTE FUNCTION "billing".follow_merge();
