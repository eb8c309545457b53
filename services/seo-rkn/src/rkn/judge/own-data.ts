/** How people of a site leave its newsletter. */
export interface SiteNewsletter {
  /** A form of the site offers a subscription, or there are subscribers. */
  is_used: boolean;
  /** Mails have a way to end the subscription. */
  has_unsubscribe: boolean;
}
