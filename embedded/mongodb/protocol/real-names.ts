const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * The names of MongoDB 8.0, including the names that are implemented here. A name of this list that is
 * missing here is refused as not implemented. Any other name is refused as the real server refuses it.
 */
export const realNames = {
  /** Names at the top level of a filter. */
  conditions: names(
    "$alwaysFalse $alwaysTrue $and $comment $db $expr $id $jsonSchema $nor $or $ref $sampleRate $text $where",
  ),
  /** Names in the condition on a field. */
  operators: names(`
    $all $bitsAllClear $bitsAllSet $bitsAnyClear $bitsAnySet $db $elemMatch $eq $exists $geoIntersects $geoNear $geoWithin $gt $gte $id
    $in $lt $lte $maxDistance $minDistance $mod $ne $near $nearSphere $nin $not $options $ref $regex $size $type $within`),
  modifiers: names(`
    $addToSet $bit $currentDate $inc $max $min $mul $pop $pull $pullAll $push $rename $set $setOnInsert $unset`),
  stages: names(`
    $addFields $bucket $bucketAuto $changeStream $changeStreamSplitLargeEvent $collStats $count $currentOp $densify $documents $facet
    $fill $geoNear $graphLookup $group $indexStats $limit $listLocalSessions $listSampledQueries $listSearchIndexes $listSessions
    $lookup $match $merge $out $planCacheStats $project $querySettings $queryStats $redact $replaceRoot $replaceWith $sample $search
    $searchMeta $set $setWindowFields $shardedDataDistribution $skip $sort $sortByCount $unionWith $unset $unwind $vectorSearch`),
  accumulators: names(`
    $accumulator $addToSet $avg $bottom $bottomN $count $first $firstN $last $lastN $max $maxN $median $mergeObjects $min $minN
    $percentile $push $stdDevPop $stdDevSamp $sum $top $topN`),
  indexTypes: names("2d 2dsphere hashed text"),
  indexOptions: names(`
    2dsphereIndexVersion background bits bucketSize clustered collation default_language expireAfterSeconds hidden key
    language_override max min name ns partialFilterExpression prepareUnique sparse storageEngine textIndexVersion unique v weights
    wildcardProjection`),
} as const;
