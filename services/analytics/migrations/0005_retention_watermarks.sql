-- safe for the release before: a view with the old name, made in the same transaction, takes its reads and writes.
ALTER TABLE "analytics"."events_since" RENAME TO "retention_watermarks";--> statement-breakpoint
CREATE VIEW "analytics"."events_since" AS SELECT "owner_id", "since" FROM "analytics"."retention_watermarks";
