CREATE TABLE "identity"."ledger_verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_type" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"from_seq" bigint,
	"started_at" timestamp with time zone,
	"target_seq" bigint,
	"target_hash" text,
	"seq" bigint DEFAULT 0 NOT NULL,
	"hash" text DEFAULT '0000000000000000000000000000000000000000000000000000000000000000' NOT NULL,
	"signed_heads" integer DEFAULT 0 NOT NULL,
	"unverifiable_heads" integer DEFAULT 0 NOT NULL,
	"checkpoint_token" text,
	"problem" jsonb,
	"finished_at" timestamp with time zone,
	"lease_id" uuid,
	"leased_until" timestamp with time zone,
	"worked_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"again_scope" text,
	"again_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_verifications_one_open" ON "identity"."ledger_verifications" USING btree ("owner_type","owner_id") WHERE "identity"."ledger_verifications"."finished_at" IS NULL;--> statement-breakpoint
CREATE INDEX "ledger_verifications_finished" ON "identity"."ledger_verifications" USING btree ("owner_type","owner_id","finished_at");--> statement-breakpoint
CREATE INDEX "ledger_verifications_problems" ON "identity"."ledger_verifications" USING btree ("owner_id") WHERE "identity"."ledger_verifications"."problem" IS NOT NULL;