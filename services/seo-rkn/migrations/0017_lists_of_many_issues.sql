CREATE INDEX "issues_of_kind" ON "seo-rkn"."issues" USING btree ("site_id","kind","weight" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "issues_of_type" ON "seo-rkn"."issues" USING btree ("site_id","issue_type","weight" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "issues_of_item" ON "seo-rkn"."issues" USING btree ("site_id","item_id") WHERE "seo-rkn"."issues"."item_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "pages_by_status" ON "seo-rkn"."pages" USING btree ("scan_id","status","number");