-- Marks of before the trigger. It waits for a count of the release before that has taken one of them.
WITH moved AS (DELETE FROM "analytics"."stale_hours" WHERE "owner_kind" = 'site' RETURNING "owner_id", "hour", "noted_at")
INSERT INTO "analytics"."stale_site_hours" ("site_id", "hour", "noted_at") SELECT "owner_id", "hour", "noted_at" FROM moved;--> statement-breakpoint
-- Days of sites were counted as days of UTC. The service asks the cms for the zone of each of these sites and counts
-- their days again where it is another one. Only sites count by `source`.
WITH RECURSIVE "owners" AS (
	(SELECT "owner_id" FROM "analytics"."rollups" ORDER BY "owner_id" LIMIT 1)
	UNION ALL
	SELECT (SELECT r."owner_id" FROM "analytics"."rollups" r WHERE r."owner_id" > "owners"."owner_id" ORDER BY r."owner_id" LIMIT 1)
	FROM "owners" WHERE "owners"."owner_id" IS NOT NULL
)
INSERT INTO "analytics"."site_zones" ("site_id", "timezone", "changes")
SELECT "owner_id", 'UTC', 1 FROM "owners" WHERE EXISTS (
	SELECT FROM "analytics"."rollups" r WHERE r."owner_id" = "owners"."owner_id" AND r."grain" = 'day' AND r."dimension" = 'source'
) ON CONFLICT ("site_id") DO NOTHING;
