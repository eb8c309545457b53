-- Prepares a PostgreSQL server for the platform: a role that owns and migrates the tables, a role for each service that may only
-- read and write rows of its own schema, and the schemas. May be run again. `make start` does the same from
-- packages/runtime/src/db/bootstrap.ts, and deploy/embedded/test/backup.test.ts keeps the two alike.
--
-- The owner has a password of its own: what a service knows must not be enough to change tables or rows of another one.
--
--   PLATFORM_DATABASE_PASSWORD=… PLATFORM_MIGRATOR_PASSWORD=… psql -d platform -f deploy/postgres/roles.sql
\set ON_ERROR_STOP on
\getenv password PLATFORM_DATABASE_PASSWORD
\getenv migrator_password PLATFORM_MIGRATOR_PASSWORD
SELECT set_config('platform.password', :'password', false) AS services,
	set_config('platform.migrator_password', :'migrator_password', false) AS migrator \gset
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
DO $$
DECLARE
	-- `make format` writes this list.
	services text[] := ARRAY['identity', 'catalog', 'billing', 'cms', 'analytics', 'seo-rkn', 'social'];
	role text;
BEGIN
	FOREACH role IN ARRAY array_append(services, 'platform_migrator') LOOP
		IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
			EXECUTE format('CREATE ROLE %I LOGIN', role);
		END IF;
		EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', role, current_setting(
			CASE role WHEN 'platform_migrator' THEN 'platform.migrator_password' ELSE 'platform.password' END));
	END LOOP;
	EXECUTE format('ALTER DATABASE %I OWNER TO platform_migrator', current_database());
	FOREACH role IN ARRAY services LOOP
		EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I AUTHORIZATION platform_migrator', role);
		EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', role, role);
		EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE platform_migrator IN SCHEMA %I GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I', role, role);
	END LOOP;
END
$$;
