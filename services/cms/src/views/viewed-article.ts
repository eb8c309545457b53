/** The caller, as the gateway established it. */
export interface Visitor {
  client_ip: string;
  user_agent: string;
}

/** An article of a site. */
export interface ViewedArticle {
  item_id: string;
  site_id: string;
  /** Time zone of the site, in whose days views count. */
  timezone: string;
}

export interface ViewCounter {
  /** Counts a view, unless the visitor has seen the article today. */
  count(article: ViewedArticle, visitor: Visitor): void;
  /** Writes the rest, after the running write. */
  stop(): Promise<void>;
}
