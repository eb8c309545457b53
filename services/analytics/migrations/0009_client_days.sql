CREATE TABLE "analytics"."client_days" (
	"application_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"app_version" text,
	"day" date NOT NULL,
	"users" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "client_days_of_application" ON "analytics"."client_days" USING btree ("application_id","day");--> statement-breakpoint
-- A trigger and no statement of the service: the previous release notes clients while this one is rolled out. A statement that
-- changes many rows adds one row for each version and day.
CREATE FUNCTION "analytics"."count_clients"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO "analytics"."client_days" ("application_id", "platform", "app_version", "day", "users")
		SELECT "application_id", "platform", "app_version", ("last_event_at" AT TIME ZONE 'UTC')::date, count(*) FROM added GROUP BY 1, 2, 3, 4;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO "analytics"."client_days" ("application_id", "platform", "app_version", "day", "users")
		SELECT "application_id", "platform", "app_version", ("last_event_at" AT TIME ZONE 'UTC')::date, -count(*) FROM gone GROUP BY 1, 2, 3, 4;
	ELSE
		INSERT INTO "analytics"."client_days" ("application_id", "platform", "app_version", "day", "users")
		SELECT "application_id", "platform", "app_version", day, sum(users) FROM (
			SELECT "application_id", "platform", "app_version", ("last_event_at" AT TIME ZONE 'UTC')::date AS day, 1 AS users FROM added
			UNION ALL
			SELECT "application_id", "platform", "app_version", ("last_event_at" AT TIME ZONE 'UTC')::date, -1 FROM gone
		) AS changed GROUP BY 1, 2, 3, 4 HAVING sum(users) <> 0;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
-- safe for the release before: they only fill a table that the next release reads.
CREATE TRIGGER "user_clients_count_added" AFTER INSERT ON "analytics"."user_clients" REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "analytics"."count_clients"();--> statement-breakpoint
-- safe for the release before: as above.
CREATE TRIGGER "user_clients_count_changed" AFTER UPDATE ON "analytics"."user_clients" REFERENCING OLD TABLE AS gone NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION "analytics"."count_clients"();--> statement-breakpoint
-- safe for the release before: as above.
CREATE TRIGGER "user_clients_count_gone" AFTER DELETE ON "analytics"."user_clients" REFERENCING OLD TABLE AS gone
FOR EACH STATEMENT EXECUTE FUNCTION "analytics"."count_clients"();--> statement-breakpoint
INSERT INTO "analytics"."client_days" ("application_id", "platform", "app_version", "day", "users")
SELECT "application_id", "platform", "app_version", ("last_event_at" AT TIME ZONE 'UTC')::date, count(*) FROM "analytics"."user_clients" GROUP BY 1, 2, 3, 4;
