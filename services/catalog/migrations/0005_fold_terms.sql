CREATE TABLE "catalog"."grant_revisions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"application_id" uuid NOT NULL,
	"revision" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalog"."grants" ADD COLUMN "granted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "catalog"."grants" ADD COLUMN "duration_ms" bigint;--> statement-breakpoint
-- A lifetime begins when it is granted, whatever the clocks of two services said. A plan that an administrator granted
-- without dates of its own adds its time, like a payment or a license. One pass: the table is locked meanwhile.
UPDATE "catalog"."grants" g SET
  "granted_at" = CASE WHEN g."expires_at" IS NULL AND g."source" <> 'admin' THEN greatest(g."created_at", g."starts_at") ELSE g."created_at" END,
  "duration_ms" = CASE WHEN g."expires_at" > g."starts_at" AND (g."source" <> 'admin' OR p."id" IS NOT NULL)
    THEN extract(epoch FROM g."expires_at" - g."starts_at") * 1000 END
  FROM "catalog"."grants" o LEFT JOIN "catalog"."plans" p ON o."source" = 'admin' AND p."id" = o."plan_id"
    AND o."starts_at" = o."created_at" AND o."expires_at" - o."starts_at" = p."duration_days" * interval '24 hours'
  WHERE o."id" = g."id";--> statement-breakpoint
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
