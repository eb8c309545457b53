ALTER TABLE "analytics"."event_names" ADD COLUMN "is_allowed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics"."event_names" ADD COLUMN "merged_into" text;--> statement-breakpoint
ALTER TABLE "analytics"."event_names" ADD COLUMN "events" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics"."event_names" ADD COLUMN "last_seen_at" timestamp with time zone;