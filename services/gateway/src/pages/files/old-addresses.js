// `#/Payments/createPayment` was the address of an operation before each operation had a page.
const [, feature, operation] = /^#\/([^/]+)\/?(.*)/.exec(location.hash) ?? [];
if (feature) {
  const slug = decodeURIComponent(feature).toLowerCase().replaceAll(' ', '-');
  location.replace(`/docs/reference/${slug}${operation ? `/${operation}` : ''}`);
}
