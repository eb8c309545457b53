CREATE TABLE "seo-rkn"."recheck_turns" (
	"site_id" uuid PRIMARY KEY NOT NULL,
	"began_at" timestamp with time zone NOT NULL
);
