/** The few facts about a page that outlive its processing. */
export interface PageOutline {
  number: number;
  url_key: string;
  status: number | null;
  isHome: boolean;
  isListed: boolean;
  isIndexable: boolean;
  isNoindex: boolean;
  isUnrendered: boolean;
  /** Whether scripts add to its text is known: it was rendered, or its HTML says much. */
  isTextKnown: boolean;
  /** It was fetched, and neither the server nor the reader kept its content back. */
  isJudged: boolean;
  outcome: 'fetched' | 'blocked' | 'failed';
}
