CREATE TABLE "cms"."removed_texts" (
	"site_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"locale" text NOT NULL,
	"slug" text NOT NULL,
	"removed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "removed_texts_site_id_kind_locale_slug_pk" PRIMARY KEY("site_id","kind","locale","slug")
);
--> statement-breakpoint
ALTER TABLE "cms"."sites" ADD COLUMN "former_templates" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."authors" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "cms"."authors" ADD COLUMN "names" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."authors" ADD COLUMN "bios" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."categories" ADD COLUMN "names" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."categories" ADD COLUMN "descriptions" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cms"."removed_texts" ADD CONSTRAINT "removed_texts_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "cms"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "removed_texts_by_time" ON "cms"."removed_texts" USING btree ("site_id","removed_at");--> statement-breakpoint
CREATE INDEX "removed_texts_by_age" ON "cms"."removed_texts" USING btree ("removed_at");--> statement-breakpoint
-- safe for the release before: it writes no slug, and an index holds any number of NULLs.
CREATE UNIQUE INDEX "authors_slug" ON "cms"."authors" USING btree ("site_id","slug");--> statement-breakpoint
CREATE INDEX "authors_without_slug" ON "cms"."authors" USING btree ("id") WHERE slug IS NULL;