DROP INDEX "cms"."publications_search";--> statement-breakpoint
-- The word of a site in a language, which a search begins with (searchScope).
UPDATE "cms"."publications" SET "search" = array_to_tsvector(ARRAY["site_id" || '/' || "locale"]) || "search"
WHERE "search" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "publications_tags" ON "cms"."publications" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "assets_variants" ON "cms"."assets" USING gin ("variants" jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "publications_search" ON "cms"."publications" USING gin ("search") WITH (fastupdate=false);