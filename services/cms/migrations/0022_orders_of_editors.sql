CREATE INDEX "items_by_change" ON "cms"."items" USING btree ("site_id","kind","updated_at","id");--> statement-breakpoint
CREATE INDEX "items_by_title" ON "cms"."items" USING btree ("site_id","kind","title" COLLATE "C","id");--> statement-breakpoint
CREATE INDEX "revisions_of_author" ON "cms"."revisions" USING btree (("fields" -> 'author_id'),"item_id");