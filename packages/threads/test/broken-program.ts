throw new Error('these modules do not load');

export {};
