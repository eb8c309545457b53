-- Prepares a PostgreSQL server for the platform: a role that owns and migrates the tables, a role for each service that may only
-- read and write rows of its own schema, and the schemas. May be run again, which also sets the passwords. `make start` does the
-- same from packages/runtime/src/db/bootstrap.ts, and deploy/embedded/test/backup.test.ts keeps the two alike.
--
-- Each role has a password of its own: what a service knows must not be enough to read or change rows of another one.
--
--   IDENTITY_DATABASE_PASSWORD=… SEO_RKN_DATABASE_PASSWORD=… PLATFORM_MIGRATOR_PASSWORD=… psql -d platform -f deploy/postgres/roles.sql
\set ON_ERROR_STOP on
\getenv migrator_password PLATFORM_MIGRATOR_PASSWORD
-- passwords: made by `make format`
\getenv identity_password IDENTITY_DATABASE_PASSWORD
\getenv catalog_password CATALOG_DATABASE_PASSWORD
\getenv billing_password BILLING_DATABASE_PASSWORD
\getenv cms_password CMS_DATABASE_PASSWORD
\getenv analytics_password ANALYTICS_DATABASE_PASSWORD
\getenv seo_rkn_password SEO_RKN_DATABASE_PASSWORD
\getenv social_password SOCIAL_DATABASE_PASSWORD
SELECT set_config('platform.passwords', json_build_object('platform_migrator', :'migrator_password',
	'identity', :'identity_password',
	'catalog', :'catalog_password',
	'billing', :'billing_password',
	'cms', :'cms_password',
	'analytics', :'analytics_password',
	'seo-rkn', :'seo_rkn_password',
	'social', :'social_password'
)::text, false) AS passwords \gset
-- end of passwords
REVOKE CREATE ON SCHEMA public FROM PUBLIC;
DO $$
DECLARE
	-- `make format` writes this list.
	services text[] := ARRAY['identity', 'catalog', 'billing', 'cms', 'analytics', 'seo-rkn', 'social'];
	passwords json := current_setting('platform.passwords');
	role text;
BEGIN
	FOREACH role IN ARRAY array_append(services, 'platform_migrator') LOOP
		IF coalesce(passwords->>role, '') = '' THEN
			RAISE EXCEPTION 'the role % has no password', role;
		END IF;
		IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
			EXECUTE format('CREATE ROLE %I LOGIN', role);
		END IF;
		EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', role, passwords->>role);
	END LOOP;
	EXECUTE format('ALTER DATABASE %I OWNER TO platform_migrator', current_database());
	-- No role connects but these and superusers.
	EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
	FOREACH role IN ARRAY services LOOP
		EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I', current_database(), role);
		EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I AUTHORIZATION platform_migrator', role);
		EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', role, role);
		EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE platform_migrator IN SCHEMA %I GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I', role, role);
	END LOOP;
END
$$;
