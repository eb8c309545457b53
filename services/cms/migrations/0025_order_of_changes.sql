ALTER TABLE "cms"."items" ADD COLUMN "context_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cms"."removed_texts" ADD COLUMN "url" text;--> statement-breakpoint
ALTER TABLE "cms"."assets" ADD COLUMN "updated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cms"."leads" ADD COLUMN "is_withdrawn" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "texts_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "removals_since" timestamp with time zone DEFAULT now() + interval '1 hour';