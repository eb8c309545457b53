import { describe, expect, test } from '@jest/globals';
import { readJsonLd } from './json-ld.ts';

const context = { '@context': 'https://schema.org' };
/** Problems as `pointer code`, of one block. */
const problemsOf = (data: Record<string, unknown>): string[] =>
  readJsonLd([JSON.stringify({ ...context, ...data })]).problems.map(({ pointer, code }) => `${pointer} ${code}`);
const detailsOf = (data: Record<string, unknown>): string[] =>
  readJsonLd([JSON.stringify({ ...context, ...data })]).problems.map(({ detail }) => detail);

const image = 'https://example.com/photos/1x1/photo.jpg';
const person = { '@type': 'Person', name: 'Jane Doe', url: 'https://example.com/jane' };

describe('markup that search engines take as it is', () => {
  test.each<[string, Record<string, unknown>]>([
    [
      'an article whose publisher has a name and a logo alone',
      {
        '@type': 'NewsArticle',
        headline: 'Title of a News Article',
        image: [image],
        datePublished: '2026-01-05T08:00:00+08:00',
        author: [person],
        publisher: { '@type': 'Organization', name: 'Example', logo: { '@type': 'ImageObject', url: image } },
      },
    ],
    [
      'a product whose offer names its seller alone',
      {
        '@type': 'Product',
        name: 'Executive Anvil',
        image: [image],
        isSimilarTo: { '@type': 'Product', name: 'Nonstick Cooking Anvil' },
        offers: {
          '@type': 'Offer',
          price: 119.99,
          priceCurrency: 'USD',
          seller: { '@type': 'Organization', name: 'Executive Objects' },
        },
      },
    ],
    [
      'an event with an organizer without an address, and a place with one',
      {
        '@type': 'MusicEvent',
        name: 'The Adventures of Kira',
        startDate: '2026-07-21T19:00-05:00',
        location: {
          '@type': 'Place',
          name: 'Snickerpark Stadium',
          address: { '@type': 'PostalAddress', streetAddress: '100 West Snickerpark Dr', addressCountry: 'US' },
        },
        organizer: { '@type': 'Organization', name: 'Kira and Morrison Music' },
      },
    ],
    [
      'an event that is online alone',
      {
        '@type': 'Event',
        name: 'A talk',
        startDate: '2026-07-21',
        location: { '@type': 'VirtualLocation', url: 'https://example.com/talk' },
      },
    ],
    [
      'a review of an application without an offer',
      {
        '@type': 'Review',
        author: person,
        reviewRating: { '@type': 'Rating', ratingValue: '4' },
        itemReviewed: { '@type': 'SoftwareApplication', name: 'Example' },
      },
    ],
    [
      'a recipe with opening words, ratings as a share and free text',
      {
        '@type': 'Recipe',
        name: 'Party Coffee Cake',
        image: [image],
        prepTime: 'PT20M',
        aggregateRating: { '@type': 'AggregateRating', ratingValue: '80%', ratingCount: 18 },
      },
    ],
    [
      'a restaurant, which is a kind of a local business',
      {
        '@type': 'Restaurant',
        name: "Dave's Steak House",
        address: { '@type': 'PostalAddress', streetAddress: '148 W 51st St' },
        openingHoursSpecification: [{ '@type': 'OpeningHoursSpecification', opens: '11:30', closes: '22:00' }],
        priceRange: '$$$',
      },
    ],
    [
      'a job for people who work at home',
      {
        '@type': 'JobPosting',
        title: 'Software Engineer',
        description: '<p>Text</p>',
        datePosted: '2026-01-18',
        jobLocationType: 'TELECOMMUTE',
        hiringOrganization: { '@type': 'Organization', name: 'Example' },
      },
    ],
    [
      'a graph whose organization is a part of its article',
      {
        '@graph': [
          {
            '@type': 'Article',
            '@id': 'https://example.com/a#article',
            isPartOf: { '@id': 'https://example.com/a' },
            headline: 'A',
            datePublished: '2026-01-18',
            author: { '@id': 'https://example.com/#jane' },
            publisher: { '@id': 'https://example.com/#org' },
          },
          { '@type': 'WebPage', '@id': 'https://example.com/a', name: 'A' },
          { '@type': 'Organization', '@id': 'https://example.com/#org', name: 'Example' },
          { '@type': 'Person', '@id': 'https://example.com/#jane', name: 'Jane' },
        ],
      },
    ],
    [
      'a search action with its annotated property',
      {
        '@type': 'WebSite',
        name: 'Example',
        url: 'https://example.com/',
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: 'https://example.com/?q={q}' },
          'query-input': 'required name=q',
        },
      },
    ],
    [
      'breadcrumbs and questions that stand elsewhere in the graph, in any order',
      {
        '@graph': [
          { '@type': 'BreadcrumbList', itemListElement: [{ '@id': '#2' }, { '@id': '#1' }] },
          { '@type': 'ListItem', '@id': '#1', position: 1, name: 'A', item: 'https://example.com/' },
          { '@type': 'ListItem', '@id': '#2', position: 2, name: 'B' },
          { '@type': 'FAQPage', mainEntity: [{ '@id': '#q' }] },
          { '@type': 'Question', '@id': '#q', name: 'A?', acceptedAnswer: { '@type': 'Answer', text: 'B' } },
        ],
      },
    ],
    [
      'breadcrumbs whose places are in another order, with names in a language',
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          {
            '@type': 'ListItem',
            position: 2,
            name: { '@value': 'B', '@language': 'en' },
            item: 'https://example.com/b',
          },
          { '@type': 'ListItem', position: 1, name: 'A', item: 'https://example.com/' },
        ],
      },
    ],
    [
      'a group of products whose variants have the offers',
      {
        '@type': 'ProductGroup',
        name: 'Coat',
        hasVariant: [{ '@type': 'Product', name: 'Red', offers: { '@type': 'Offer', price: 0 } }],
      },
    ],
    [
      'names of another vocabulary',
      {
        '@context': ['https://schema.org', { gs1: 'https://gs1.org/voc/' }],
        '@type': 'Product',
        name: 'Anvil',
        'gs1:netWeight': 3,
        netContents: 3,
        offers: { '@type': 'Offer', price: 0 },
      },
    ],
  ])('%s', (_, data) => {
    expect(problemsOf(data)).toEqual([]);
  });
});

test('markup of thousands of unknown names and of deep lists is read to its end', () => {
  const names = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`n${at}`, at]));
  expect(readJsonLd([JSON.stringify({ ...context, '@type': 'Thing', ...names })]).problems).toHaveLength(20);
  const deep = `{"@context":"https://schema.org","@type":"Thing","name":${'['.repeat(5_000)}1${']'.repeat(5_000)}}`;
  expect(readJsonLd([deep]).types).toEqual(['Thing']);
});

describe('markup with a fault that a rich result test names', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['a page that is a list of questions too', { '@type': ['WebPage', 'FAQPage'] }, ['/0/mainEntity required']],
    [
      'an event without its time and place',
      { '@type': 'Event', name: 'A' },
      ['/0/startDate required', '/0/location required'],
    ],
    [
      'a job without its text, date and employer',
      { '@type': 'JobPosting', title: 'Engineer', jobLocation: { '@type': 'Place', address: 'Moscow' } },
      ['/0/description required', '/0/datePosted required', '/0/hiringOrganization required'],
    ],
    [
      'a rating without its count and with a word as its value',
      {
        '@type': 'Product',
        name: 'A',
        aggregateRating: { '@type': 'AggregateRating', ratingValue: 'отлично' },
      },
      ['/0/aggregateRating/ratingCount required', '/0/aggregateRating/ratingValue value'],
    ],
    [
      'a price with words and without a currency',
      { '@type': 'Product', name: 'A', offers: { '@type': 'Offer', price: 'от 5000 руб' } },
      ['/0/offers/priceCurrency required', '/0/offers/price value'],
    ],
    [
      'a video without a picture and a date',
      { '@type': 'VideoObject', name: 'A' },
      ['/0/thumbnailUrl required', '/0/uploadDate required'],
    ],
    ['a dentist without an address', { '@type': 'Dentist', name: 'A' }, ['/0/address required']],
    [
      'a date of another form',
      { '@type': 'Course', name: 'A', description: 'B', datePublished: '01.05.2026' },
      ['/0/datePublished date'],
    ],
    [
      'a place without an address',
      { '@type': 'Event', name: 'A', startDate: '2026-01-01', location: { '@type': 'Place', name: 'B' } },
      ['/0/location/address required'],
    ],
    ['words in place of an address', { '@type': 'WebSite', name: 'A', url: 'адрес сайта' }, ['/0/url url']],
    ['a relative address, which is valid', { '@type': 'WebSite', name: 'A', url: '/' }, ['/0/url recommended']],
  ])('%s', (_, data, expected) => {
    expect(problemsOf(data)).toEqual(expected);
  });

  test('a misspelt type and a misspelt property are named with what is meant', () => {
    expect(
      detailsOf({ '@type': 'Prodct', nmae: 'A', offers: { '@type': 'Offer', price: 1, priceCurency: 'RUB' } }),
    ).toEqual([
      'schema.org has no type Prodct, Product is meant',
      'schema.org has no property nmae, name is meant',
      'priceCurrency is required',
      'schema.org has no property priceCurency, priceCurrency is meant',
    ]);
  });
});
