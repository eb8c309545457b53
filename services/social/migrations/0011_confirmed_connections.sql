ALTER TABLE "social"."oauth_states" ADD COLUMN "sealed_answer" text;--> statement-breakpoint
ALTER TABLE "social"."oauth_states" ADD COLUMN "tries" smallint DEFAULT 0 NOT NULL;