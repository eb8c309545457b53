-- Needs CREATE on the database, which its owner has: the extension is trusted.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- Revisions before items, as writers lock them: the other order deadlocks with them.
CREATE INDEX "revisions_of_category" ON "cms"."revisions" USING btree (("fields" -> 'category_id'),"item_id");--> statement-breakpoint
CREATE INDEX "revisions_of_document_kind" ON "cms"."revisions" USING btree (("fields" -> 'doc_kind'),"item_id");--> statement-breakpoint
CREATE INDEX "revisions_of_platform" ON "cms"."revisions" USING btree (("fields" -> 'platform'),"item_id");--> statement-breakpoint
CREATE INDEX "revisions_of_channel" ON "cms"."revisions" USING btree (("fields" -> 'channel'),"item_id");--> statement-breakpoint
CREATE INDEX "revisions_tags" ON "cms"."revisions" USING gin (("fields" -> 'tags') jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "items_calendar" ON "cms"."items" USING btree ("site_id",coalesce("scheduled_at", "first_published_at"));--> statement-breakpoint
CREATE INDEX "items_title_part" ON "cms"."items" USING gin ("title" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "items_slug_part" ON "cms"."items" USING gin ("slug" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "assets_of_kind" ON "cms"."assets" USING btree ("site_id","kind","id");--> statement-breakpoint
CREATE INDEX "assets_name_part" ON "cms"."assets" USING gin ("file_name" gin_trgm_ops);
