// The side navigation of a wide window begins with the page that is shown.
const side = document.querySelector('#side');
const current = side?.querySelector('[aria-current]');
if (current) side.scrollTop = current.offsetTop - side.offsetTop - 100;
