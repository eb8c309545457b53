CREATE TABLE "social"."inbox_cursors" (
	"key" text PRIMARY KEY NOT NULL,
	"position" text,
	"polling_until" timestamp with time zone,
	"fence" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social"."inbox_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"account_id" uuid,
	"kind" text NOT NULL,
	"remote_id" text,
	"post_remote_id" text,
	"target" jsonb,
	"text" text NOT NULL,
	"url" text,
	"sealed_author" text,
	"state" text NOT NULL,
	"assignee_id" uuid,
	"answer_at" timestamp with time zone,
	"received_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social"."inbox_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"text" text NOT NULL,
	"state" text NOT NULL,
	"source_url" text,
	"guid" uuid NOT NULL,
	"container_id" text,
	"outcome" text,
	"resolution" text,
	"code" text,
	"message" text,
	"remote_id" text,
	"created_by" text NOT NULL,
	"look_at" timestamp with time zone,
	"looks" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "social"."listening_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"query_id" uuid,
	"source" text NOT NULL,
	"remote_id" text NOT NULL,
	"text" text NOT NULL,
	"url" text,
	"keyword" text NOT NULL,
	"state" text NOT NULL,
	"idea_id" uuid,
	"published_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social"."listening_queries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"brand_id" uuid NOT NULL,
	"keywords" jsonb NOT NULL,
	"sources" jsonb NOT NULL,
	"feed_urls" jsonb NOT NULL,
	"errors" jsonb NOT NULL,
	"run_at" timestamp with time zone NOT NULL,
	"running_until" timestamp with time zone,
	"ran_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "social"."search_budgets" (
	"key" text NOT NULL,
	"day" text NOT NULL,
	"searches" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "social"."accounts" ADD COLUMN "hook_token" text DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."accounts" ADD COLUMN "sealed_hook_secret" text;--> statement-breakpoint
ALTER TABLE "social"."accounts" ADD COLUMN "discussion_id" text;--> statement-breakpoint
ALTER TABLE "social"."accounts" ADD COLUMN "inbox_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."inbox_items" ADD CONSTRAINT "inbox_items_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "social"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."inbox_items" ADD CONSTRAINT "inbox_items_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "social"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."inbox_replies" ADD CONSTRAINT "inbox_replies_item_id_inbox_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "social"."inbox_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."inbox_replies" ADD CONSTRAINT "inbox_replies_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "social"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."listening_items" ADD CONSTRAINT "listening_items_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "social"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."listening_items" ADD CONSTRAINT "listening_items_query_id_listening_queries_id_fk" FOREIGN KEY ("query_id") REFERENCES "social"."listening_queries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."listening_items" ADD CONSTRAINT "listening_items_idea_id_ideas_id_fk" FOREIGN KEY ("idea_id") REFERENCES "social"."ideas"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."listening_queries" ADD CONSTRAINT "listening_queries_brand_id_brands_id_fk" FOREIGN KEY ("brand_id") REFERENCES "social"."brands"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inbox_items_remote" ON "social"."inbox_items" USING btree ("account_id","remote_id");--> statement-breakpoint
CREATE INDEX "inbox_items_of_brand" ON "social"."inbox_items" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "inbox_items_of_state" ON "social"."inbox_items" USING btree ("brand_id","state","id");--> statement-breakpoint
CREATE INDEX "inbox_items_answer" ON "social"."inbox_items" USING btree ("answer_at") WHERE "social"."inbox_items"."answer_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "inbox_items_received" ON "social"."inbox_items" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "inbox_items_created" ON "social"."inbox_items" USING btree ("brand_id","created_at");--> statement-breakpoint
CREATE INDEX "inbox_replies_of_item" ON "social"."inbox_replies" USING btree ("item_id","id");--> statement-breakpoint
CREATE INDEX "inbox_replies_of_account" ON "social"."inbox_replies" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "inbox_replies_open" ON "social"."inbox_replies" USING btree ("account_id") WHERE "social"."inbox_replies"."state" = 'sending';--> statement-breakpoint
CREATE INDEX "inbox_replies_uncertain" ON "social"."inbox_replies" USING btree ("look_at") WHERE "social"."inbox_replies"."state" = 'uncertain';--> statement-breakpoint
CREATE UNIQUE INDEX "listening_items_remote" ON "social"."listening_items" USING btree ("brand_id","source","remote_id");--> statement-breakpoint
CREATE INDEX "listening_items_of_brand" ON "social"."listening_items" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "listening_items_of_state" ON "social"."listening_items" USING btree ("brand_id","state","id");--> statement-breakpoint
CREATE INDEX "listening_items_found" ON "social"."listening_items" USING btree ("brand_id","created_at");--> statement-breakpoint
CREATE INDEX "listening_items_created" ON "social"."listening_items" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "listening_items_of_query" ON "social"."listening_items" USING btree ("query_id") WHERE "social"."listening_items"."query_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "listening_items_of_idea" ON "social"."listening_items" USING btree ("idea_id") WHERE "social"."listening_items"."idea_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "listening_queries_of_brand" ON "social"."listening_queries" USING btree ("brand_id","id");--> statement-breakpoint
CREATE INDEX "listening_queries_due" ON "social"."listening_queries" USING btree ("run_at");--> statement-breakpoint
CREATE UNIQUE INDEX "search_budgets_day" ON "social"."search_budgets" USING btree ("key","day");--> statement-breakpoint
CREATE INDEX "accounts_hook_token" ON "social"."accounts" USING btree ("hook_token");--> statement-breakpoint
CREATE INDEX "accounts_inbox" ON "social"."accounts" USING btree ("inbox_at") WHERE "social"."accounts"."inbox_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "accounts_of_token" ON "social"."accounts" USING btree ("channel","credential_hash");--> statement-breakpoint
CREATE INDEX "accounts_of_remote" ON "social"."accounts" USING btree ("channel","remote_id");