/** How people of a site leave its newsletter. */
export interface SiteNewsletter {
  /** A form of the site subscribes people, or people are subscribed. */
  is_used: boolean;
  /** Mails have a way to end the subscription. */
  has_unsubscribe: boolean;
}
