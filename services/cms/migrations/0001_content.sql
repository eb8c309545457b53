CREATE TABLE "cms"."article_views" (
	"item_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "article_views_item_id_day_pk" PRIMARY KEY("item_id","day")
);
--> statement-breakpoint
CREATE TABLE "cms"."internal_links" (
	"item_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"path" text NOT NULL,
	CONSTRAINT "internal_links_item_id_path_pk" PRIMARY KEY("item_id","path")
);
--> statement-breakpoint
CREATE TABLE "cms"."items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"locale" text NOT NULL,
	"group_id" uuid NOT NULL,
	"status" text NOT NULL,
	"lock_version" integer NOT NULL,
	"revision" integer NOT NULL,
	"published_revision" integer,
	"scheduled_revision" integer,
	"scheduled_at" timestamp with time zone,
	"unpublish_at" timestamp with time zone,
	"schedule_error" text,
	"first_published_at" timestamp with time zone,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"unique_key" text,
	"folder_id" uuid,
	"position" integer DEFAULT 0 NOT NULL,
	"access_token" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text,
	CONSTRAINT "items_access_token" UNIQUE("access_token"),
	CONSTRAINT "items_slug" UNIQUE("site_id","kind","locale","slug")
);
--> statement-breakpoint
CREATE TABLE "cms"."preview_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"revision" integer,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "preview_tokens_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "cms"."publications" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"locale" text NOT NULL,
	"group_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"revision" integer NOT NULL,
	"title" text NOT NULL,
	"fields" jsonb NOT NULL,
	"body" text,
	"html" text,
	"plain_text" text,
	"outline" jsonb NOT NULL,
	"category_id" uuid,
	"author_id" uuid,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"unique_key" text,
	"facet" text,
	"channel" text,
	"sort_key" text,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"is_indexable" boolean NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"search" "tsvector",
	CONSTRAINT "publications_slug" UNIQUE("site_id","kind","locale","slug")
);
--> statement-breakpoint
CREATE TABLE "cms"."redirects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"from_path" text NOT NULL,
	"to_url" text,
	"status" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "redirects_from" UNIQUE("site_id","from_path")
);
--> statement-breakpoint
CREATE TABLE "cms"."revisions" (
	"item_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"slug" text NOT NULL,
	"fields" jsonb NOT NULL,
	"author" text,
	"note" text,
	"was_published" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "revisions_item_id_revision_pk" PRIMARY KEY("item_id","revision")
);
--> statement-breakpoint
CREATE TABLE "cms"."slug_redirects" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"locale" text NOT NULL,
	"slug" text NOT NULL,
	"item_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "slug_redirects_slug" UNIQUE("site_id","kind","locale","slug")
);
--> statement-breakpoint
CREATE TABLE "cms"."asset_usages" (
	"asset_id" uuid NOT NULL,
	"owner_kind" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"field" text NOT NULL,
	CONSTRAINT "asset_usages_asset_id_owner_kind_owner_id_field_pk" PRIMARY KEY("asset_id","owner_kind","owner_id","field")
);
--> statement-breakpoint
CREATE TABLE "cms"."assets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"file" text NOT NULL,
	"source_sha256" text NOT NULL,
	"sha256" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"width" integer,
	"height" integer,
	"alt" text,
	"focal_x" real NOT NULL,
	"focal_y" real NOT NULL,
	"placeholder" text,
	"variants" jsonb NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text,
	CONSTRAINT "assets_source" UNIQUE("site_id","source_sha256")
);
--> statement-breakpoint
CREATE TABLE "cms"."files" (
	"name" text PRIMARY KEY NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"unused_since" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cms"."site_legal_documents" (
	"site_id" uuid NOT NULL,
	"doc_kind" text NOT NULL,
	"document_id" uuid NOT NULL,
	"version" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"is_withdrawn" boolean NOT NULL,
	CONSTRAINT "site_legal_documents_site_id_doc_kind_pk" PRIMARY KEY("site_id","doc_kind")
);
--> statement-breakpoint
CREATE TABLE "cms"."authors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"name" text NOT NULL,
	"bio" text,
	"avatar_asset_id" uuid,
	"url" text,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cms"."categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"position" integer NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "categories_slug" UNIQUE("site_id","slug")
);
--> statement-breakpoint
CREATE TABLE "cms"."folders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"parent_id" uuid,
	"name" text NOT NULL,
	"names" jsonb NOT NULL,
	"description" text,
	"position" integer NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "default_locale" text DEFAULT 'ru' NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "locales" text[] DEFAULT '{ru}' NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "timezone" text DEFAULT 'Europe/Moscow' NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "url_templates" jsonb DEFAULT '{"post":"/blog/{slug}","article":"/help/{slug}","document":"/docs/{slug}","changelog_entry":"/changelog/{slug}"}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "accent_color" text;--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "logo_asset_id" uuid;--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "links" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "allowed_origins" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "staff_may_publish" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "embed_providers" text[] DEFAULT '{rutube,vk_video}' NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "content_version" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "content_updated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cms"."article_views" ADD CONSTRAINT "article_views_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "cms"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."article_views" ADD CONSTRAINT "article_views_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."internal_links" ADD CONSTRAINT "internal_links_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "cms"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."internal_links" ADD CONSTRAINT "internal_links_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."items" ADD CONSTRAINT "items_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."items" ADD CONSTRAINT "items_folder_id_folders_id_fk" FOREIGN KEY ("folder_id") REFERENCES "cms"."folders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."preview_tokens" ADD CONSTRAINT "preview_tokens_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "cms"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."publications" ADD CONSTRAINT "publications_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "cms"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."publications" ADD CONSTRAINT "publications_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."publications" ADD CONSTRAINT "publications_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "cms"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."publications" ADD CONSTRAINT "publications_author_id_authors_id_fk" FOREIGN KEY ("author_id") REFERENCES "cms"."authors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."redirects" ADD CONSTRAINT "redirects_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."revisions" ADD CONSTRAINT "revisions_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "cms"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."slug_redirects" ADD CONSTRAINT "slug_redirects_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."slug_redirects" ADD CONSTRAINT "slug_redirects_item_id_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "cms"."items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."asset_usages" ADD CONSTRAINT "asset_usages_asset_id_assets_id_fk" FOREIGN KEY ("asset_id") REFERENCES "cms"."assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."assets" ADD CONSTRAINT "assets_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."assets" ADD CONSTRAINT "assets_file_files_name_fk" FOREIGN KEY ("file") REFERENCES "cms"."files"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."authors" ADD CONSTRAINT "authors_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."authors" ADD CONSTRAINT "authors_avatar_asset_id_assets_id_fk" FOREIGN KEY ("avatar_asset_id") REFERENCES "cms"."assets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."categories" ADD CONSTRAINT "categories_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms"."folders" ADD CONSTRAINT "folders_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_views_of_site" ON "cms"."article_views" USING btree ("site_id","day");--> statement-breakpoint
CREATE INDEX "internal_links_by_path" ON "cms"."internal_links" USING btree ("site_id","path");--> statement-breakpoint
CREATE UNIQUE INDEX "items_unique_key" ON "cms"."items" USING btree ("site_id","kind","unique_key");--> statement-breakpoint
CREATE UNIQUE INDEX "items_translation" ON "cms"."items" USING btree ("group_id","locale");--> statement-breakpoint
CREATE INDEX "items_of_site" ON "cms"."items" USING btree ("site_id","kind","id");--> statement-breakpoint
CREATE INDEX "items_of_folder" ON "cms"."items" USING btree ("folder_id");--> statement-breakpoint
CREATE INDEX "items_scheduled" ON "cms"."items" USING btree ("scheduled_at") WHERE scheduled_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "items_expiring" ON "cms"."items" USING btree ("unpublish_at") WHERE unpublish_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "preview_tokens_of_item" ON "cms"."preview_tokens" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "preview_tokens_by_end" ON "cms"."preview_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "publications_unique_key" ON "cms"."publications" USING btree ("site_id","kind","unique_key");--> statement-breakpoint
CREATE INDEX "publications_by_date" ON "cms"."publications" USING btree ("site_id","kind","locale","published_at" DESC NULLS LAST,"item_id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "publications_of_group" ON "cms"."publications" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "publications_of_category" ON "cms"."publications" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "publications_of_author" ON "cms"."publications" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "publications_by_sort_key" ON "cms"."publications" USING btree ("site_id","kind","facet","channel","sort_key");--> statement-breakpoint
CREATE INDEX "publications_search" ON "cms"."publications" USING gin ("search");--> statement-breakpoint
CREATE INDEX "revisions_by_age" ON "cms"."revisions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "slug_redirects_of_item" ON "cms"."slug_redirects" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "asset_usages_of_owner" ON "cms"."asset_usages" USING btree ("owner_kind","owner_id");--> statement-breakpoint
CREATE INDEX "assets_of_file" ON "cms"."assets" USING btree ("file");--> statement-breakpoint
CREATE INDEX "assets_of_site" ON "cms"."assets" USING btree ("site_id","id");--> statement-breakpoint
CREATE INDEX "files_unused" ON "cms"."files" USING btree ("unused_since") WHERE unused_since IS NOT NULL;--> statement-breakpoint
CREATE INDEX "authors_of_site" ON "cms"."authors" USING btree ("site_id","id");--> statement-breakpoint
CREATE INDEX "folders_of_site" ON "cms"."folders" USING btree ("site_id","parent_id");