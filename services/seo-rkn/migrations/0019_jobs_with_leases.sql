CREATE TABLE "seo-rkn"."jobs" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"lease_until" timestamp with time zone,
	"lease_fence" bigint DEFAULT 0 NOT NULL,
	"last_run_at" timestamp with time zone
);
