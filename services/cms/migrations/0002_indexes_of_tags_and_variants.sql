CREATE INDEX "publications_tags" ON "cms"."publications" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "assets_variants" ON "cms"."assets" USING gin ("variants" jsonb_path_ops);