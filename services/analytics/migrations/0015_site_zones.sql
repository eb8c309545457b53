CREATE TABLE "analytics"."site_zones" (
	"site_id" uuid PRIMARY KEY NOT NULL,
	"timezone" text,
	"changes" integer DEFAULT 0 NOT NULL,
	"read_changes" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics"."stale_site_hours" (
	"site_id" uuid NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"noted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "site_zones_stale" ON "analytics"."site_zones" USING btree ("site_id") WHERE changes <> read_changes;--> statement-breakpoint
CREATE INDEX "stale_site_hours_of_site" ON "analytics"."stale_site_hours" USING btree ("site_id","hour");--> statement-breakpoint
CREATE FUNCTION "analytics"."redirect_site_hour"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "analytics"."stale_site_hours" ("site_id", "hour", "noted_at") VALUES (NEW."owner_id", NEW."hour", NEW."noted_at");
	RETURN NULL;
END
$$;--> statement-breakpoint
-- safe for the release before: it writes marks of sites as before. It does not find them any more, because it would count
-- days of UTC; this release counts them.
CREATE TRIGGER "stale_hours_redirect_site_hour" BEFORE INSERT ON "analytics"."stale_hours" FOR EACH ROW
WHEN (NEW."owner_kind" = 'site') EXECUTE FUNCTION "analytics"."redirect_site_hour"();
