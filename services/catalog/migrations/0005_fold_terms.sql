CREATE TABLE "catalog"."grant_revisions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"revision" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalog"."grants" ADD COLUMN "granted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "catalog"."grants" ADD COLUMN "duration_ms" bigint;--> statement-breakpoint
-- A lifetime begins when it is granted, whatever the clocks of two services said.
UPDATE "catalog"."grants" SET "granted_at" = CASE WHEN "expires_at" IS NULL AND "source" <> 'admin'
  THEN greatest("created_at", "starts_at") ELSE "created_at" END;--> statement-breakpoint
UPDATE "catalog"."grants" SET "duration_ms" = extract(epoch FROM "expires_at" - "starts_at") * 1000
  WHERE "source" <> 'admin' AND "expires_at" > "starts_at";--> statement-breakpoint
-- A plan that an administrator granted without dates of its own adds its time, too.
UPDATE "catalog"."grants" SET "duration_ms" = extract(epoch FROM "expires_at" - "starts_at") * 1000
  FROM "catalog"."plans"
  WHERE "grants"."source" = 'admin' AND "plans"."id" = "grants"."plan_id" AND "grants"."starts_at" = "grants"."created_at"
    AND "grants"."expires_at" - "grants"."starts_at" = "plans"."duration_days" * interval '24 hours';--> statement-breakpoint
CREATE FUNCTION "catalog"."complete_grant"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.granted_at IS NULL THEN
    NEW.granted_at := CASE WHEN NEW.expires_at IS NULL AND NEW.source <> 'admin' THEN greatest(NEW.created_at, NEW.starts_at) ELSE NEW.created_at END;
    IF NEW.source <> 'admin' AND NEW.expires_at > NEW.starts_at THEN
      NEW.duration_ms := extract(epoch FROM NEW.expires_at - NEW.starts_at) * 1000;
    END IF;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
-- safe for the release before: it fills in the two columns that this release does not know; a later release drops it.
CREATE TRIGGER "complete_grant" BEFORE INSERT ON "catalog"."grants" FOR EACH ROW EXECUTE FUNCTION "catalog"."complete_grant"();--> statement-breakpoint
-- safe for the release before: the trigger fills the column in.
ALTER TABLE "catalog"."grants" ALTER COLUMN "granted_at" SET NOT NULL;
