DROP INDEX "cms"."assets_of_file";--> statement-breakpoint
CREATE INDEX "assets_of_file" ON "cms"."assets" USING btree ("file","file_name");