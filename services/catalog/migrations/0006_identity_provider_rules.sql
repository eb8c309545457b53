ALTER TABLE "catalog"."identity_providers" ALTER COLUMN "audience" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog"."identity_providers" ADD COLUMN "issuer_aliases" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog"."identity_providers" ADD COLUMN "allow_missing_audience" boolean DEFAULT false NOT NULL;