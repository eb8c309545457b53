CREATE TABLE "social"."plan_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"days" integer NOT NULL,
	"strategy_version" integer NOT NULL,
	"created" jsonb NOT NULL,
	"replaced" integer NOT NULL,
	"kept" integer NOT NULL,
	"empty" integer NOT NULL,
	"skipped" jsonb NOT NULL,
	"content" text NOT NULL,
	"ai_status" text NOT NULL,
	"ai_total" integer NOT NULL,
	"ai_written" integer DEFAULT 0 NOT NULL,
	"submits" boolean NOT NULL,
	"finished_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social"."discoveries" (
	"brand_id" uuid PRIMARY KEY NOT NULL,
	"answers" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social"."memories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"source_url" text,
	"expires_at" timestamp with time zone,
	"created_by" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social"."occasions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"date" date,
	"rrule" text,
	"title" text NOT NULL,
	"note" text NOT NULL,
	"url" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social"."strategies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"ai_reason" text,
	"rubrics" jsonb NOT NULL,
	"cadence" jsonb NOT NULL,
	"created_by" text NOT NULL,
	"lock_version" integer DEFAULT 1 NOT NULL,
	"activated_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "social"."brands" ADD COLUMN "refill_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."ideas" ADD COLUMN "from_plan" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."slots" ADD COLUMN "plan_version" integer;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "plan_run_id" uuid;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "plan_version" integer;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "ai_state" text;--> statement-breakpoint
ALTER TABLE "social"."plan_runs" ADD CONSTRAINT "plan_runs_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "social"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."discoveries" ADD CONSTRAINT "discoveries_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "social"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."memories" ADD CONSTRAINT "memories_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "social"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."occasions" ADD CONSTRAINT "occasions_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "social"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."strategies" ADD CONSTRAINT "strategies_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "social"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_runs_of_brand" ON "social"."plan_runs" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "plan_runs_open" ON "social"."plan_runs" USING btree ("id") WHERE "social"."plan_runs"."finished_at" IS NULL;--> statement-breakpoint
CREATE INDEX "memories_of_brand" ON "social"."memories" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "occasions_of_brand" ON "social"."occasions" USING btree ("brand_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "strategies_version" ON "social"."strategies" USING btree ("brand_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "strategies_active" ON "social"."strategies" USING btree ("brand_id") WHERE "social"."strategies"."state" = 'active';--> statement-breakpoint
CREATE INDEX "variants_of_plan_run" ON "social"."variants" USING btree ("plan_run_id","id") WHERE "social"."variants"."plan_run_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "variants_ai_waiting" ON "social"."variants" USING btree ("id") WHERE "social"."variants"."ai_state" = 'waiting';